"""An agent in Python without a library and without a credential of the database: the service makes its calls.

Needs BACKSTOP_URL and BACKSTOP_API_KEY, and an operator who offers postgres.* to agents (README.md).
"""

import json
import os
import urllib.error
import urllib.request

URL = os.environ["BACKSTOP_URL"]
KEY = os.environ["BACKSTOP_API_KEY"]


def ask(method, path, body=None):
    """What the service answers; the problem where it refuses."""
    request = urllib.request.Request(
        URL + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": "Bearer " + KEY, "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as refused:
        return json.load(refused)["error"]


session = ask("POST", "/sessions", {"agentId": "python-agent", "intent": "Raise the credit of customer 1"})
actions = "/sessions/" + session["id"] + "/actions"


def perform(api_name, payload):
    """The action, once it has an outcome: also after an approval."""
    action = ask("POST", actions, {"apiName": api_name, "payload": payload, "perform": True})
    if "performance" not in action:
        raise SystemExit(action["detail"])
    while action["performance"]["state"] != "done":
        if action["status"] == "PENDING_APPROVAL":
            print("An operator decides about", action["approval"]["id"], flush=True)
        action = ask("GET", actions + "/" + action["id"] + "?wait=25")
    return action


raised = perform("postgres.rows.update", {"table": "customers", "match": {"id": 1}, "values": {"credit": 50}})
print("The update is", raised["status"], raised["response"]["rows"])

read = perform("postgres.query", {"sql": "SELECT id, credit FROM customers ORDER BY id"})
print("The database has", read["response"]["rows"])

report = ask("POST", "/sessions/" + session["id"] + "/rollback", {})
print("The session is", report["displayStatus"])
