import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { readCommandLine } from '../../src/operate/command-line/arguments.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'

test.each([
  ['', 'serve', []],
  ['serve', 'serve', []],
  ['demo', 'demo', []],
  ['demo --fresh', 'demo', ['--fresh']],
  ['doctor --fix', 'doctor', ['--fix']],
  ['owner nova@example.org', 'owner', ['nova@example.org']],
  ['password nova@example.org', 'password', ['nova@example.org']],
  ['backup site.tar', 'backup', ['site.tar']],
  ['licenses', 'licenses', []],
  ['rehearse x.json', 'rehearse', ['x.json']],
  ['--version', '--version', []],
  ['-h', '-h', []],
  ['--domain music.example', 'serve', ['--domain', 'music.example']],
  ['demo --help', '--help', []],
  ['verify x.json a.flac --key did.json', 'verify', ['x.json', 'a.flac', '--key', 'did.json']],
])('"%s" is %s', (line, command, args) => {
  expect(readCommandLine(line.split(' ').filter(Boolean))).toEqual({ command, args })
})

test.each([
  ['rewind', '"rewind" is not a command.'],
  ['toString', '"toString" is not a command.'],
  ['__proto__', '"__proto__" is not a command.'],
  ['upgrade a.tar.gz b.tar.gz', 'upgrade does not take "b.tar.gz".'],
  ['demo --domain music.example', '"--domain" is not an option here: demo has --fresh.'],
  ['serve --domain=music.example', '"--domain=music.example" is not an option here: serve has --domain.'],
  ['serve --domain', '"--domain" needs a name after it.'],
  ['--domain a.example --domain b.example', '"--domain" is given twice.'],
  ['--domain a.example b.example', 'serve does not take "b.example".'],
  ['--fresh', '"--fresh" is not an option here: serve has --domain.'],
  ['demo --frsh', '"--frsh" is not an option here: demo has --fresh.'],
  ['demo --fresh=yes', '"--fresh=yes" is not an option here: demo has --fresh.'],
  ['demo fresh', 'demo does not take "fresh".'],
  ['doctor --fix now', 'doctor does not take "now".'],
  ['owner a@b.example c@d.example', 'owner does not take "c@d.example".'],
  ['--version --frsh', '"--frsh" is not an option here: --version has none.'],
  ['verify x.json --key', '"--key" needs a file after it.'],
  ['verify x.json --key --checkpoint', '"--key" needs a file after it.'],
  ['verify a b c --key d', 'verify does not take "c".'],
  ['licenses -q', '"-q" is not an option here: licenses has none.'],
])('"%s" is refused', (line, problem) => {
  expect(() => readCommandLine(line.split(' '))).toThrow(`${problem} Try tapedeck --help.`)
})

test('a command line that is refused ends with 1, before any folder is opened', async () => {
  using folder = temporaryFolder()
  const env = { DATA_DIR: `${folder.path}/data`, DEMO_DIR: `${folder.path}/demo` }
  for (const args of [['demo', '--frsh'], ['serve', '--domain', 'x'], ['doctor', '--fxi'], ['']]) {
    const { exitCode, out, err } = await runProgram(args, env)
    expect([exitCode, out, err]).toEqual([1, '', expect.stringMatching(/^.* Try tapedeck --help\.\n$/)])
  }
  expect(readdirSync(folder.path)).toEqual([])
})
