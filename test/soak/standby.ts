import { drill, litestream } from '../support/operate/drill.ts'

/**
 * Kills a primary and its Litestream in a rush of sales, restores, promotes and counts, over and
 * over. `bun test/soak/standby.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 20)
if (!litestream) throw new Error('npm has no Litestream for this machine.')
let faults = 0
const [lost, took]: [number[], number[]] = [[], []]
for (let round = 1; round <= rounds; round += 1) {
  const { paid, granted, exitCode, lostMs, tookMs, said } = await drill(litestream)
  const isWell = paid === granted && exitCode === 0
  faults += isWell ? 0 : 1
  lost.push(lostMs)
  took.push(tookMs)
  console.log(`${round}: ${paid} paid, ${granted} granted, ${lostMs} ms lost and rebuilt, ${Math.round(tookMs)} ms`)
  if (!isWell) console.error(said)
}
console.log(`lost at most ${Math.max(...lost)} ms, took at most ${Math.round(Math.max(...took))} ms, ${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1
