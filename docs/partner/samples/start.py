# run: setup
from datetime import date, timedelta

import requests

BASE = "http://127.0.0.1:8080"
KEY = "pk_demo"

# run: product
answer = requests.get(f"{BASE}/api/products", params={"query": "Triana"}, timeout=30)
product = answer.json()["values"][0]
print(product["id"], product["name"])

# run: events
from_date = date.today() + timedelta(days=14)
answer = requests.get(
    f"{BASE}/api/events",
    params={"id": product["id"], "fromdate": from_date.isoformat()},
    timeout=30,
)
events = answer.json()["values"]
print(len(events), "events")

# run: validate
event = next(one for one in events if one["availabilityCode"] == "available")
selection = {
    "id": event["id"],
    "apiKey": KEY,
    "tickets": [{"code": "ADULT", "quantity": 2}, {"code": "CHILD", "quantity": 1}],
}
offer = requests.post(f"{BASE}/api/es/eventvalidate", json=selection, timeout=30).json()
if not offer["isValid"]:
    raise SystemExit(offer["errors"])
print(offer["totalUsd"])

# run: book
booking = {
    **selection,
    "totalUsd": offer["totalUsd"],
    "email": "traveller@example.com",
    "phoneNumber": "+34 600 000 000",
    "remoteHost": "203.0.113.24",
    "externalReference": "CART-20418",
    "testMode": True,
}
order = requests.post(f"{BASE}/api/es/eventbook", json=booking, timeout=30).json()
if not order["isValid"]:
    raise SystemExit(order["errors"])
print(order["reference"])

# run: order
answer = requests.get(f"{BASE}/api/es/order/{order['id']}", headers={"X-Api-Key": KEY}, timeout=30)
print(answer.json()["status"])
