"""A client in plain Python: a function for each operation that the service's OpenAPI document describes."""
import json
import re
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class Refused(Exception):
    """The service refused a request. `problem` has its `type`, `detail` and `errors`."""

    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.problem = problem


class Service:
    """`Service(url, key).post_v1_travel(destination_time="2030-01-01T09:00:00Z", location="Berlin")`"""

    def __init__(self, url, key):
        self._url, self._key = url, key
        for path, methods in self._send("GET", "/openapi.json")["paths"].items():
            for method, operation in methods.items() if path.startswith("/v1/") else ():
                setattr(self, operation["operationId"], self._operation(method.upper(), path, operation))

    def _operation(self, method, path, operation):
        in_query = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}

        def call(**fields):
            place = re.sub(r"{(\w+)}", lambda name: quote(fields.pop(name[1]), safe=""), path)
            query = {name: fields.pop(name) for name in in_query & fields.keys()}
            texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in query.items()}
            return self._send(method, f"{place}?{urlencode(texts)}", fields or None)

        call.__doc__ = operation.get("description")
        return call

    def _send(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self._url + path, data, headers, method=method)) as answer:
                return json.loads(answer.read() or "null")
        except HTTPError as error:
            raise Refused(json.load(error)) from None
