# run: receiver.mjs
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["PASEO_CALLBACK_SECRET"]
handled = {}  # in earnest: in your database, with the order


def is_genuine(headers, body):
    identifier, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{identifier}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(expected, one.encode()) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            data = json.loads(body)["data"]
            if data["sequence"] > handled.get(data["orderId"], 0):
                handled[data["orderId"]] = data["sequence"]
                print(data["sequence"], data["status"], flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()


HTTPServer(("127.0.0.1", 9000), Receiver).serve_forever()
