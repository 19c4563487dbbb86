// What the scenarios of every client share. A scenario gets the client's module, so that each major that is installed
// somewhere runs the same ones.
import assert from 'node:assert/strict';
import { inventPerson } from '../../../scripts/demo/invented-person.mjs';

export const PROPERTIES = { email: { type: 'string' }, name: { type: 'string' } };
export const SCHEMA = {
  type: 'object',
  properties: PROPERTIES,
  required: ['email', 'name'],
  additionalProperties: false,
};

/** Compares data, of whatever realm the client made it in. */
export const same = (actual, expected) => assert.deepEqual(JSON.parse(JSON.stringify(actual)), expected);

/** @param {{ url: string, keys: Record<string, string>, upstream: object }} given */
export function contextOf({ url, keys, upstream }) {
  const persons = [];
  return {
    url,
    keys,
    upstream,
    /** Somebody new, and what they write. */
    person: () => {
      const person = inventPerson();
      persons.push(person);
      const prompt = `I am ${person.PERSON}, mail ${person.EMAIL}, call ${person.PHONE}.`;
      return { ...person, prompt, contact: { email: person.EMAIL, name: person.PERSON } };
    },
    /** No value of anybody has reached the upstream. */
    nothingLeaked: () => {
      const received = upstream.received();
      assert.match(received, /\[EMAIL_[0-9A-Z]{10}\]/);
      for (const { PERSON, EMAIL, PHONE } of persons)
        for (const value of [PERSON, EMAIL, PHONE]) assert.equal(received.includes(value), false);
    },
    /** The conversation that was sent last names an address by one token only. */
    oneToken: () => {
      assert.equal(new Set(upstream.last().match(/\[EMAIL_[0-9A-Z]{10}\]/g)).size, 1);
    },
    /** Runs what goes away in the middle of an answer, and waits until the upstream is told. */
    cancels: async (run) => {
      const before = upstream.cancelled();
      await run().catch((error) => assert.match(`${error.name} ${error.message}`, /abort/i));
      for (let waited = 0; upstream.cancelled() === before && waited < 5_000; waited += 20)
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(upstream.cancelled(), before + 1);
    },
  };
}
