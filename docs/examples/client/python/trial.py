"""The clock of the service, and an event that it records."""
import os

from chronoscribe import Refused, Service

service = Service(os.environ.get("CHRONOSCRIBE_URL", "http://127.0.0.1:8080"), os.environ["KEY"])

service.post_v1_pause_time()
service.post_v1_travel(destination_time="2030-01-01T09:00:00Z", location="Berlin")
print(service.post_v1_fast_forward(duration="14d")["new_time"])

service.post_v1_record_event(description="The trial ends", time="2030-01-15T09:00:00Z", location="Berlin")
january = "2030-01-01T00:00:00Z/2030-01-31T23:59:59Z"
print([event["description"] for event in service.get_v1_search_events(location="Berlin", time_range=january)["events"]])

try:
    service.post_v1_fast_forward(duration="soon")
except Refused as refused:
    print(refused.problem["type"])
