import { expect, test } from 'bun:test'
import { isIPv4 } from 'node:net'
import fc from 'fast-check'
import { ipv4Number } from '../../src/lib/address/ipv4.ts'

test('a text is an IPv4 address exactly where node:net takes it for one', () => {
  const part = fc.oneof(
    fc.nat(300).map(String),
    fc.constantFrom('', '0', '00', '01', '255', '256', '1e1', '+1', ' 1', '١'),
  )
  const nearly = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), nearly, fc.ipV6(), fc.string()), (text) => {
      expect(ipv4Number(text) !== null).toBe(isIPv4(text))
    }),
    { numRuns: 2000 },
  )
})

test('an address is the number of its four parts', () => {
  expect(ipv4Number('0.0.0.0')).toBe(0)
  expect(ipv4Number('1.2.3.4')).toBe(0x01020304)
  expect(ipv4Number('255.255.255.255')).toBe(0xffffffff)
})
