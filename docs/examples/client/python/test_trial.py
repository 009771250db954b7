"""A test on a clock of its own, for pytest."""
import os
import pytest
from chronoscribe import Service

service = Service(os.environ.get("CHRONOSCRIBE_URL", "http://127.0.0.1:8080"), os.environ["KEY"])

@pytest.fixture
def clock():
    clock_id = service.post_v1_clocks(now="2030-01-01T09:00:00Z", ttl="1h")["clock_id"]
    service.post_v1_pause_time(clock_id=clock_id)
    yield clock_id
    service.delete_v1_clocks_id_(id=clock_id, force=True)

def test_a_month_later(clock):
    moved = service.post_v1_fast_forward(clock_id=clock, duration="P1M", wait="settled")
    assert moved["settled"]
    assert service.get_v1_current_time(clock_id=clock)["current_time"] == "2030-02-01T09:00:00Z"
