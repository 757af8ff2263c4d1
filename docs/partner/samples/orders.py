# run: setup
from datetime import date, timedelta

import requests

BASE = "http://127.0.0.1:8080"
KEY = "pk_demo"


def read(path, **params):
    headers = {"X-Api-Key": KEY}
    return requests.get(f"{BASE}{path}", params=params, headers=headers, timeout=30).json()


def send(path, body):
    return requests.post(f"{BASE}{path}", json={**body, "apiKey": KEY}, timeout=30).json()


product = read("/api/products", query="Triana")["values"][0]
from_date = (date.today() + timedelta(days=14)).isoformat()
events = read("/api/events", id=product["id"], fromdate=from_date)["values"]
event = next(one for one in events if one["availabilityCode"] == "available")
selection = {"id": event["id"], "tickets": [{"code": "ADULT", "quantity": 2}]}
offer = send("/api/es/eventvalidate", selection)
booking = {
    **selection,
    "totalUsd": offer["totalUsd"],
    "email": "traveller@example.com",
    "phoneNumber": "+34 600 000 000",
    "remoteHost": "203.0.113.24",
    "testMode": True,
}
order = send("/api/es/eventbook", booking)

# run: quote
change = {"id": order["id"], "tickets": [{"code": "ADULT", "quantity": 1}]}
quote = send("/api/es/orderamend", change)
print(quote["status"], quote["differenceUsd"]["value"], quote["refundUsd"]["value"])

# run: accept
acceptance = {"id": order["id"], "quoteId": quote["quoteId"], "revision": quote["revision"]}
changed = send("/api/es/orderamend", acceptance)
print(changed["status"])

# run: cancel
cancelled = send("/api/es/ordercancel", {"id": order["id"]})
print(cancelled["status"], cancelled["refundUsd"]["value"])

# run: list
page = read("/api/es/orders", testmode="true")
while True:
    for one in page["values"]:
        print(one["reference"], one["status"])
    if not page["hasNextPage"]:
        break
    page = read("/api/es/orders", cursor=page["cursor"])
print("continue later with", page["cursor"])
