"""Reads rules as JSON, and writes what python-dateutil finds for each: the first occurrences within ten years."""
import datetime
import json
import sys
import types

from dateutil import rrule

# A rule that never comes true is followed to the last year that there is.
years = types.SimpleNamespace(**{name: getattr(datetime, name) for name in dir(datetime) if not name.startswith("__")})
rrule.datetime = years

form = "%Y%m%dT%H%M%S"


def occurrences(rule, begin, start, most):
    years.MAXYEAR = int(start[:4]) + 10
    first = datetime.datetime.strptime(start, form)
    found = []
    try:
        for each in rrule.rrulestr(rule, dtstart=datetime.datetime.strptime(begin, form)):
            if len(found) == most or each.year > years.MAXYEAR:
                break
            if each >= first:
                found.append(each.strftime(form))
    except ValueError as error:
        # It refuses a rule of hours that never comes true.
        if "empty set" not in str(error):
            raise
    return found


json.dump([occurrences(**case) for case in json.load(sys.stdin)], sys.stdout)
