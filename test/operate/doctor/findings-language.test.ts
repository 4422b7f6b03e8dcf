import { expect, test } from 'bun:test'
import { inLanguage, keepingMessages, sayKept } from '../../../src/lib/language/say.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { clockCheck } from '../../../src/operate/doctor/check/clock.ts'
import { memoryFinding } from '../../../src/operate/doctor/check/memory.ts'
import { checkName } from '../../../src/operate/doctor/check-names.ts'
import { hasClockSettled } from '../../../src/platform/settled-clock.ts'
import { checks } from '../../../src/rooms.ts'
import { startServer } from '../../support/server.ts'

test('each check has a name in the language of its reader', () => {
  const unsaid = inLanguage('ja', () => checks.filter(({ name }) => checkName(name) === name))
  expect(unsaid.map(({ name }) => name)).toEqual([])
})

test('too little memory, and a clock that was moved, are told in the language of their reader', async () => {
  await using svc = await startServer()
  hasClockSettled(svc.ctx)
  svc.setClock(9 * dayMs)
  hasClockSettled(svc.ctx)
  const clock = await keepingMessages(() => clockCheck.look(svc.ctx, {}))
  const memory = keepingMessages(() => memoryFinding(100))
  const said = inLanguage('de', () =>
    [clock.note, clock.fix, memory.problem, memory.fix].map((text = '') => sayKept(text)),
  )
  expect(said).toEqual([
    expect.stringContaining('wird vor dem'),
    expect.stringContaining('die Uhr zeigt'),
    expect.stringContaining('darf 100 MB'),
    expect.stringContaining('gib ihm 256 MB'),
  ])
})
