import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOfSite } from '../../src/operate/site-folder/site-environment.ts'
import { temporaryFolder } from '../support/process.ts'
import { inTree } from '../support/tree.ts'

const analyze = Bun.which('systemd-analyze')
if (analyze === null) console.warn('There is no systemd-analyze on PATH: what it says of the unit is not tested.')

test('a command that is told no folder and runs in none takes the settings of the service', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'tapedeck.env')
  const service = { file, dataDir: '/var/lib/tapedeck/data' }
  const env = { PATH: '/bin', CURRENCY: 'usd' }
  expect(environmentOfSite(env, folder.path, service)).toEqual(env)
  writeFileSync(file, '# of the service\nBASE_URL="https://music.example"\nCURRENCY=eur\n')
  expect(environmentOfSite(env, folder.path, service)).toEqual({
    DATA_DIR: '/var/lib/tapedeck/data',
    BASE_URL: 'https://music.example',
    CURRENCY: 'usd',
    PATH: '/bin',
  })
  const told = { ...env, DATA_DIR: '/elsewhere' }
  expect(environmentOfSite(told, folder.path, service)).toEqual(told)
  mkdirSync(join(folder.path, 'data'))
  writeFileSync(join(folder.path, 'data/tapedeck.db'), 'a site')
  expect(environmentOfSite(env, folder.path, service)).toEqual(env)
})

test('the unit of systemd names the file and the folder that commands look for', () => {
  const unit = readFileSync(inTree('install/tapedeck.service'), 'utf8')
  expect(unit).toContain('\nEnvironmentFile=-/etc/tapedeck.env\n')
  expect(unit).toContain('\nEnvironment=DATA_DIR=/var/lib/tapedeck/data\n')
  const code = readFileSync(inTree('src/operate/site-folder/site-environment.ts'), 'utf8')
  expect(code).toContain("{ file: '/etc/tapedeck.env', dataDir: '/var/lib/tapedeck/data' }")
})

test.skipIf(analyze === null)('the unit of systemd is as closed as the guide says', async () => {
  const unit = inTree('install/tapedeck.service')
  const child = Bun.spawn([analyze ?? '', 'security', '--offline=true', '--no-pager', unit], {
    env: { ...Bun.env, LC_ALL: 'C.UTF-8' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const exposure = Number(/Overall exposure level for tapedeck\.service: (\d+\.\d)/.exec(out)?.[1])
  expect([await child.exited, err]).toEqual([0, ''])
  expect(exposure).toBeLessThanOrEqual(2)
  const guide = readFileSync(inTree('public/guide/server.md'), 'utf8')
  const said = Number(/`systemd-analyze security` calls it (\d\.\d), /.exec(guide)?.[1])
  // Versions of systemd differ by tenths.
  expect(Math.abs(exposure - said)).toBeLessThan(0.25)
})
