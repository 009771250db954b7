"""OpenStack Swift with its S3 interface, whole and in one process: proxy, account, container and object server on loopback.

Usage: swift-server.py FOLDER ACCESS_KEY_ID SECRET_ACCESS_KEY

Keeps everything in FOLDER, prints the port of the proxy once it serves, and ends when its standard input does.
"""
import os
import sys
from socket import IPPROTO_TCP, TCP_NODELAY

import eventlet

eventlet.patcher.monkey_patch()

from eventlet import wsgi  # noqa: E402 (patched first)
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

folder, access_key_id, secret_access_key = sys.argv[1:]
utils.HASH_PATH_SUFFIX = b'chronoscribe'
# What is kept here need not outlive this machine.
os.fsync = os.fdatasync = lambda _: None

BACKEND = '''
[DEFAULT]
devices = {folder}
swift_dir = {folder}
mount_check = false

[pipeline:main]
pipeline = server

[app:server]
use = egg:swift#{kind}
'''

PROXY = '''
[DEFAULT]
swift_dir = {folder}

[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
min_segment_size = 1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
rate_limit_under_size = 0
'''


class Silent:
    def write(self, _):
        pass


def load(name, text, **values):
    path = os.path.join(folder, f'{name}.conf')
    with open(path, 'w') as file:
        file.write(text.format(folder=folder, **values))
    return loadapp(path, global_conf={'log_level': 'CRITICAL'})


def serve(socket, app):
    return eventlet.spawn(wsgi.server, socket, app, log=Silent(), debug=False)


def listen():
    socket = eventlet.listen(('127.0.0.1', 0))
    # Otherwise each small answer waits for 40 ms.
    socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    return socket


sockets = {kind: listen() for kind in ('account', 'container', 'object')}
os.makedirs(os.path.join(folder, 'disk'))
for kind, socket in sockets.items():
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': socket.getsockname()[1], 'device': 'disk', 'weight': 1, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
for kind, socket in sockets.items():
    serve(socket, load(kind, BACKEND, kind=kind))

account, user = access_key_id.split(':')
front = listen()
serve(front, load('proxy', PROXY, account=account, user=user, secret=secret_access_key))
print(front.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
