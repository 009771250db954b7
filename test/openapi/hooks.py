"""What schemathesis has to be told of this API: bytes as they are, for a media type that it does not know."""
import schemathesis
from hypothesis import strategies

schemathesis.openapi.media_type("application/offset+octet-stream", strategies.binary(max_size=64))
