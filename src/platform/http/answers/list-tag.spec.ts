import { isKnown, tagOf } from './list-tag.js';

describe('the tag of a list', () => {
  const tag = tagOf('one');

  it('is known to a client that names it, weak or strong, alone or among others', () => {
    for (const known of [tag, '"one"', 'W/"two", W/"one"', '"two","one"', ' "one" ', '*'])
      expect([known, isKnown(known, tag)]).toEqual([known, true]);
  });

  it('is unknown to a client that names none, or another', () => {
    for (const known of [null, '', '"two"', 'one', 'W/one', '"on"', 'w/"one"'])
      expect([known, isKnown(known, tag)]).toEqual([known, false]);
  });
});
