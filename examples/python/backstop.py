"""Requests to Backstop with nothing but Python's standard library.

Reads BACKSTOP_URL, and BACKSTOP_API_KEY (an agent's) and OPERATOR_TOKEN where they are set.
"""

import json
import os
import urllib.error
import urllib.request

API_KEY = os.environ.get("BACKSTOP_API_KEY")
OPERATOR_TOKEN = os.environ.get("OPERATOR_TOKEN")


class Refused(Exception):
    """The service refused the request; `problem` has type, title, status and detail (docs/errors.md)."""

    def __init__(self, problem):
        super().__init__(problem["title"] + " " + (problem.get("detail") or ""))
        self.problem = problem


def call(method, path, body=None, token=API_KEY):
    """Sends one request and returns `data` of the answer. Raises Refused."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = "Bearer " + token
    request = urllib.request.Request(
        os.environ["BACKSTOP_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers=headers,
    )
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as refusal:
        raise Refused(json.load(refusal)["error"]) from None
