import http from 'node:http';

const APPROVALS = 20;
/** Seconds, the longest that a poll may wait; the others wait less, so that not all are answered at once. */
const WAIT = 60;
const SPREAD = 20;

/**
 * Holds so many long polls, each on a connection of its own, for one of a few approvals; what is answered is asked again.
 * @returns what ends them
 */
export async function holdPolls(service, target, count) {
  const approvals = [];
  for (let n = 0; n < APPROVALS; n++) approvals.push(await pendingApproval(service, target, n));
  const headers = { authorization: target.authorization };
  const held = new Map();
  let isOver = false;
  const ask = (index) => {
    if (isOver) return;
    const path = `/approvals/${approvals[index % APPROVALS]}?wait=${WAIT - (index % SPREAD)}`;
    const request = http.get(service.url + path, { headers, agent: false }, (answer) => answer.resume());
    held.set(index, request);
    request.on('error', () => undefined).on('close', () => ask(index));
  };
  for (let index = 0; index < count; index++) ask(index);
  return () => {
    isOver = true;
    for (const request of held.values()) request.destroy();
  };
}

async function pendingApproval({ url }, { path, authorization }, n) {
  const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', status: 'PENDING_APPROVAL', payload: { n } };
  const headers = { 'content-type': 'application/json', authorization };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(call) });
  const { data } = await answer.json();
  if (!data?.approval?.id) throw new Error(`No approval was opened: ${answer.status}`);
  return data.approval.id;
}
