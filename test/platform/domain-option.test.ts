import { expect, test } from 'bun:test'
import { ConfigError, readConfig } from '../../src/config.ts'
import { readDomainName } from '../../src/platform/certificate/domain-name.ts'

/** The settings that are refused next to a name. */
function refused(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env, 'BASE_URL', 'music.example')
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ name }) => name)
    throw error
  }
}

test.each([
  ['music.example', 'music.example'],
  ['Music.Example.', 'music.example'],
  ['müsik.example', 'xn--msik-0ra.example'],
])('the name %s is %s', (text, name) => {
  expect(readDomainName(text)).toEqual({ domain: name })
})

test.each([
  ['https://music.example', 'without https://'],
  ['music.example/path', 'without https://'],
  ['music.example:443', 'without a port'],
  ['192.0.2.1', 'an address of a machine'],
  ['2001:db8::1', 'an address of a machine'],
  ['[2001:db8::1]', 'an address of a machine'],
  ['0x7f.1', 'no name of a site'],
  ['localhost', 'this machine only'],
  ['music.localhost', 'this machine only'],
  ['music', 'no name of a site'],
  ['*.music.example', 'no name of a site'],
  ['music..example', 'no name of a site'],
  ['-music.example', 'no name of a site'],
  ['music_box.example', 'no name of a site'],
  ['a b.example', 'no name of a site'],
  ['me@music.example', 'no name of a site'],
  [`${'a'.repeat(64)}.example`, 'no name of a site'],
  ['', 'no name of a site'],
])('the name "%s" is refused', (text, problem) => {
  expect(readDomainName(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('settings that contradict the name of --domain are refused, and those that say the same are not', () => {
  for (const BASE_URL of ['http://music.example', 'https://other.example', 'https://music.example:8443']) {
    expect([BASE_URL, refused({ BASE_URL })]).toEqual([BASE_URL, ['BASE_URL']])
  }
  expect(refused({ PORT: '3000' })).toEqual(['PORT'])
  expect(refused({ HTTPS_PORT: '80' })).toEqual(['HTTP_PORT'])
  expect(refused({ ACME_DIRECTORY: 'http://ca.example/directory' })).toEqual(['ACME_DIRECTORY'])
  expect(refused({ BASE_URL: 'https://music.example/', PORT: '443' })).toEqual([])
  const { baseUrl, host, port } = readConfig({}, 'BASE_URL', 'music.example')
  expect([baseUrl?.href, host, port]).toEqual(['https://music.example/', '::', 443])
})

test.each([
  ['HTTPS_PORT', ['-1', 'https', '65536']],
  ['HTTP_PORT', ['-1', '80.5']],
  ['ACME_DIRECTORY', ['letsencrypt', 'http://ca.example/directory', 'file:///ca']],
])('%s refuses %j', (name, values) => {
  for (const value of values) expect([value, refused({ [name]: value })]).toEqual([value, [name]])
})
