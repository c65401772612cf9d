import type { JsonObject } from '../connector.js';
import { objectIn, text, textIn } from '../google/payload.js';
import { objectSchema, reversible } from '../resource/define.js';
import { deletedLabel } from './deleted-label.js';
import { fieldsOf, label, labelFields, newLabel } from './label.js';
import { reported, user, userIn } from './payload.js';

const color = objectSchema([], { backgroundColor: text, textColor: text });
const members = { name: text, messageListVisibility: text, labelListVisibility: text, color, id: text };
const idInPayload = (payload: JsonObject) => [{ userId: userIn(payload), id: textIn(payload, 'id') }];
const named = (payload: JsonObject) => {
  const body = objectIn(payload, 'requestBody');
  return Object.fromEntries(labelFields.filter((name) => name in body).map((name) => [name, body[name] ?? null]));
};
const left = reported(fieldsOf);
const changed = { kind: label, effect: 'update', addresses: idInPayload, left } as const;
const changeSchema = objectSchema(['id', 'requestBody'], { ...user, id: text, requestBody: objectSchema([], members) });

export const labelOperations = [
  reversible({
    apiName: 'gmail.labels.create',
    operationType: 'CREATE',
    inverse: 'labels.delete',
    payloadSchema: objectSchema(['requestBody'], { ...user, requestBody: objectSchema(['name'], members) }),
    notes: 'Known by its name and its id: one that was renamed since is a conflict.',
    driftSignal: 'name, visibility and color',
    kind: newLabel,
    effect: 'create',
    addresses: (payload) => [{ userId: userIn(payload), name: textIn(objectIn(payload, 'requestBody'), 'name') }],
    sets: named,
    left: reported((response) => ({ ...fieldsOf(response), id: response.id ?? null })),
    fills: () => ['id', 'messageListVisibility', 'labelListVisibility'],
  }),
  reversible({
    apiName: 'gmail.labels.update',
    operationType: 'UPDATE',
    inverse: 'labels.update with the former values',
    payloadSchema: changeSchema,
    notes: 'What the call leaves out is reset by Gmail, and brought back.',
    driftSignal: 'name, visibility and color',
    ...changed,
    sets: (payload) => ({
      messageListVisibility: 'show',
      labelListVisibility: 'labelShow',
      color: null,
      ...named(payload),
    }),
  }),
  reversible({
    apiName: 'gmail.labels.patch',
    operationType: 'UPDATE',
    inverse: 'labels.update with the former values',
    payloadSchema: changeSchema,
    notes: null,
    driftSignal: 'name, visibility and color',
    ...changed,
    sets: named,
  }),
  reversible({
    apiName: 'gmail.labels.delete',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'labels.create, and messages.batchModify of the messages that carried it',
    payloadSchema: objectSchema(['id'], { ...user, id: text }),
    notes: 'Up to 1 000 messages.',
    driftSignal: 'whether a label of that name is there again',
    kind: deletedLabel,
    effect: 'delete',
    addresses: idInPayload,
    remains: [
      'The label has a new id; filters that used the former one do not use it.',
      'A message that got the label between the capture and the call does not get it back. Where Gmail shows one, the undo is a CONFLICT.',
    ],
  }),
];
