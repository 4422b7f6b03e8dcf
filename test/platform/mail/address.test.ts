import { describe, expect, test } from 'bun:test'
import { readAddress } from '../../../src/platform/mail/address.ts'

describe('An address', () => {
  test('is kept in lower case and NFC', () => {
    expect(readAddress('Nova.D+tapes@Example.ORG')).toBe('nova.d+tapes@example.org')
    expect(readAddress('no\u0301va@exa\u0301mple.org')).toBe('nóva@exámple.org')
    expect(readAddress("o'hara_1@sub.domain.example")).toBe("o'hara_1@sub.domain.example")
    expect(readAddress(`${'n'.repeat(64)}@example.org`)).toBe(`${'n'.repeat(64)}@example.org`)
  })

  test.each([
    '',
    '@',
    'nova',
    'nova@',
    '@example.org',
    'nova@example',
    'nova@example.',
    'nova@.org',
    'nova@exa..mple.org',
    'nova@-example.org',
    'nova@example-.org',
    'nova@example.123',
    'nova@[127.0.0.1]',
    '.nova@example.org',
    'nova.@example.org',
    'no..va@example.org',
    'no va@example.org',
    'no\tva@example.org',
    'nova@example.org\n',
    'nova\u0000@example.org',
    'nova\u202e@example.org',
    '"nova"@example.org',
    'nova(comment)@example.org',
    'nova@ada@example.org',
    'nova@example.org;ada@example.org',
    '<nova@example.org>',
    `${'n'.repeat(65)}@example.org`,
    `nova@${'a.'.repeat(130)}org`,
    `${'é'.repeat(33)}@example.org`,
  ])('is not %p', (text) => {
    expect(readAddress(text)).toBeUndefined()
  })
})
