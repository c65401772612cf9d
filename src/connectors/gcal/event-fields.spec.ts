import { bodyOf, fieldsOf, setBy } from './event-fields.js';

const guest = (email: string, more: object = {}) => ({ email, ...more });

describe('the fields of an event', () => {
  it("list each guest separately: the organizer's settings, and the guest's answer", () => {
    const attendees = [
      guest('Zoe@example.com', { responseStatus: 'accepted', optional: true }),
      guest('anna@example.com', { responseStatus: 'needsAction' }),
    ];
    expect(fieldsOf({ attendees })).toMatchObject({
      attendees: ['anna@example.com', 'zoe@example.com'],
      'attendee zoe@example.com': { optional: true },
      'answer zoe@example.com': 'accepted',
    });
  });

  it('that a new list of those invited sets keep the settings of the former ones', () => {
    const before = fieldsOf({ attendees: [guest('zoe@example.com', { responseStatus: 'accepted' })] });
    expect(setBy({ attendees: [guest('anna@example.com')] }, before)).toEqual({
      attendees: ['anna@example.com'],
      'answer zoe@example.com': null,
    });
    expect(setBy({ summary: 'Other' }, before)).toEqual({ summary: 'Other' });
  });

  it('go back with the answers that were given meanwhile', () => {
    const now = fieldsOf({
      attendees: [guest('anna@example.com', { responseStatus: 'declined' }), guest('zoe@example.com')],
    });
    const fields = { attendees: ['anna@example.com'], 'answer zoe@example.com': null };
    expect(bodyOf(fields, now).attendees).toEqual([{ email: 'anna@example.com', responseStatus: 'declined' }]);
  });

  it('go back without the extended properties that a call added', () => {
    const now = fieldsOf({ extendedProperties: { private: { a: '2', b: '1' } } });
    expect(bodyOf({ extendedProperties: { private: { a: '1' } } }, now).extendedProperties).toEqual({
      private: { a: '1', b: null },
    });
    expect(bodyOf({ extendedProperties: null }, now).extendedProperties).toEqual({ private: { a: null, b: null } });
  });
});
