# run: setup
from datetime import date, timedelta

import requests

BASE = "http://127.0.0.1:8080"
KEY = "pk_demo"


def read(path, **params):
    return requests.get(f"{BASE}{path}", params=params, timeout=30).json()


def send(path, body, headers=None):
    return requests.post(f"{BASE}{path}", json=body, headers=headers, timeout=30).json()


product = read("/api/products", query="Sevilla en helic")["values"][0]
from_date = (date.today() + timedelta(days=14)).isoformat()
events = read("/api/events", id=product["id"], fromdate=from_date)["values"]
event = next(
    one
    for one in events
    if one["availabilityCode"] == "available" and one["eventOn"].endswith("T11:00:00")
)

# run: days
to_date = (date.today() + timedelta(days=45)).isoformat()
days = read("/api/availability", id=product["id"], fromdate=from_date, todate=to_date)["values"]
first = next(day for day in days if day["openEvents"] > 0)
print(first["date"], first["minUsdPrice"]["value"])

# run: validate
selection = {"id": event["id"], "apiKey": KEY, "tickets": [{"code": "ADULT", "quantity": 2}]}
offer = send("/api/es/eventvalidate", selection)
if not offer["isValid"]:
    raise SystemExit(offer["errors"])
for question in offer["questions"]:
    print(question["code"], question["title"], question["type"])

# run: book
booking = {
    **selection,
    "totalUsd": offer["totalUsd"],
    "answers": [
        {"code": "passenger-first-name", "value": "Ana"},
        {"code": "passenger-last-name", "value": "García"},
        {"code": "passenger-weight", "value": "62"},
        {"code": "passenger-first-name", "value": "João"},
        {"code": "passenger-last-name", "value": "Silva"},
        {"code": "passenger-weight", "value": "80"},
    ],
    "email": "ana@example.com",
    "phoneNumber": "+34 600 000 000",
    "remoteHost": "203.0.113.24",
    "externalReference": "CART-20420",
    "testMode": True,
}
order = send("/api/es/eventbook", booking)
print(order["isValid"], order["reference"])

# run: again
repeated = send("/api/es/eventbook", booking)
print(repeated["id"] == order["id"])

# run: hold
hold = send("/api/es/eventhold", {**selection, "testMode": True})
if not hold["isValid"]:
    raise SystemExit(hold["errors"])
print(hold["status"], hold["totalUsd"]["value"], hold["expiresAt"])

# run: held
send("/api/es/holdextend", {"id": hold["id"], "apiKey": KEY})
held = send(
    "/api/es/eventbook",
    {**booking, "externalReference": "CART-20423"},
    headers={"Paseo-Hold": hold["id"]},
)
print(held["isValid"])
