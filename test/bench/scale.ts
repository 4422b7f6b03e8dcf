import { join } from 'node:path'

/**
 * Reckons the machines that a site of a size needs: `bun test/bench/scale.ts`. It measures nothing:
 * figures come from RESULTS.md, and are marked with their dates; what people do and what machines
 * cost is assumed, and stands at the top to be changed.
 */

/** The load of one person who is connected at the busiest moment. */
const person = {
  plays: 0.6,
  kbitPerSec: 160,
  trackSec: 210,
  pagesPerSec: 1 / 300,
  isSignedIn: 0.3,
  inRoom: 0.1,
  commentsPerSecInRoom: 1 / 600,
  collectsPerHour: 0.002,
  storedMbOfCatalog: 0.5,
}

/** A room at the busiest moment. */
const room = { listeners: 500, mostFramesPerSec: 4 }

/** Euros a month, without tax: a machine of 8 cores, one with 10 Gbit/s, a TB sent, a TB stored. */
const euros = { machine: 60, wideMachine: 200, outTb: 1, keptTb: 6 }

/** The share of a core, line or process used at the busiest moment: a bad minute fits the rest. */
const use = 0.7
const edgesOfMachine = 7
const listenersOfEdge = 20_000
const wideGbit = 10
const hoursOfBusiest = 8

type Cost = { value: number; from: string }

const results = await Bun.file(join(import.meta.dir, 'RESULTS.md')).text()

/** Takes a figure of RESULTS.md by the beginning of its name, or the one measured by hand. */
function cost(name: string, pattern: RegExp, otherwise: number): Cost {
  const line = results.split('\n').find((each) => each.startsWith(`| ${name}`))
  const found = Number(pattern.exec(line ?? '')?.[1] ?? Number.NaN)
  const date = /(\d{4}-\d\d-\d\d) \|$/.exec(line ?? '')?.[1]
  return Number.isFinite(found)
    ? { value: found, from: `RESULTS.md${date === undefined ? '' : `, ${date}`}` }
    : { value: otherwise, from: 'measured by hand on 2026-11-21' }
}

const firstFigure = /\| ([\d.]+)/
const costs = {
  'thousands of deliveries of an edge a CPU second': cost(
    'deliveries of an edge a second of processor',
    firstFigure,
    397,
  ),
  'µs of the primary for a comment': cost('processor of the primary for a comment', /\(([\d.]+) µs/, 1_900),
  'KB of a listener': cost('memory of each listener of an edge', firstFigure, 16),
  'ms of the primary for a checkout': cost('whole checkouts a second, test', /\(([\d.]+) ms of processor/, 5.3),
  'ms of the primary for a page of somebody signed in': cost('a page of somebody signed in', firstFigure, 1),
  'µs of the primary for a stream or a ticket': cost('a ticket', firstFigure, 40),
  'CPU seconds of nginx for a GB': cost("nginx's processor for a GB that it kept", firstFigure, 0.28),
}
const of = (name: keyof typeof costs) => costs[name].value

/** Returns the seconds that a site's one writer works in a second for so many people. */
function writerLoad(people: number) {
  const pages = people * person.pagesPerSec * person.isSignedIn
  const streams = (people * person.plays) / person.trackSec
  const comments = people * person.inRoom * person.commentsPerSecInRoom
  const checkouts = (people * person.collectsPerHour) / 3_600
  return {
    pages: (pages * of('ms of the primary for a page of somebody signed in')) / 1e3,
    // A track takes two requests: for its address and for its stream.
    streams: (2 * streams * of('µs of the primary for a stream or a ticket')) / 1e6,
    comments: (comments * of('µs of the primary for a comment')) / 1e6,
    checkouts: (checkouts * of('ms of the primary for a checkout')) / 1e3,
  }
}

const total = (load: ReturnType<typeof writerLoad>) => Object.values(load).reduce((sum, each) => sum + each, 0)

/** The most people that one writer serves. */
const ceiling = use / total(writerLoad(1))

function needs(people: number) {
  const writers = Math.ceil(people / ceiling)
  const inRooms = people * person.inRoom
  const framesPerSec = Math.min(room.mostFramesPerSec, room.listeners * person.commentsPerSecInRoom)
  const deliveries = inRooms * framesPerSec
  const edgeCores = deliveries / (of('thousands of deliveries of an edge a CPU second') * 1_000)
  const edges = Math.ceil(Math.max(inRooms / listenersOfEdge, edgeCores / use))
  const edgeMachines = people > 20_000 ? Math.ceil(edges / edgesOfMachine) : 0
  const gbit = (people * person.plays * person.kbitPerSec) / 1e6
  const nginxCores = (gbit / 8) * of('CPU seconds of nginx for a GB')
  const wide = Math.ceil(gbit / (wideGbit * use))
  const keptTb = (people * person.storedMbOfCatalog) / 1e6
  const outTb = (gbit / 8 / 1_000) * 3_600 * hoursOfBusiest * 30 * 0.5
  const isSmall = people <= 20_000
  const machines = writers * (isSmall ? 1 : 2) + edgeMachines + wide + (isSmall ? 0 : Math.ceil(writers / 4))
  const plain = machines - wide
  const price = plain * euros.machine + wide * euros.wideMachine + outTb * euros.outTb + keptTb * euros.keptTb
  return {
    writers,
    edges,
    edgeMachines,
    gbit,
    nginxCores,
    wide,
    keptTb,
    outTb,
    machines,
    price,
    ramGb: (inRooms * of('KB of a listener')) / 1e6,
  }
}

const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })
const sizes = [10_000, 1_000_000, 100_000_000]

console.log('## What it was reckoned from\n\n| cost | is | from |\n|---|---|---|')
for (const [name, { value, from }] of Object.entries(costs)) console.log(`| ${name} | ${number(value, 2)} | ${from} |`)
const minutes = (rate: number) => `one in ${number(1 / rate / 60)} min`
console.log(`
Assumed of each person at the busiest moment: ${person.plays * 100} % play at ${person.kbitPerSec} kbit/s, ${person.isSignedIn * 100} % are signed in, ${person.inRoom * 100} % are in
a room of ${room.listeners} and comment ${minutes(person.commentsPerSecInRoom)}, a page ${minutes(person.pagesPerSec)}, and ${person.collectsPerHour * 100} of 100 collect in an hour. Machines are
used to ${use * 100} %. The busiest ${hoursOfBusiest} hours of a day are half as busy as the busiest moment.

## What it takes

| people at once | writers | edges | bytes out | nginx machines | machines in all | TB out a month | euros a month | for each |
|---|---|---|---|---|---|---|---|---|`)
for (const people of sizes) {
  const { writers, edges, gbit, nginxCores, wide, outTb, machines, price } = needs(people)
  console.log(
    `| ${number(people)} | ${number(writers)} | ${number(edges)} | ${number(gbit, 1)} Gbit/s | ${number(wide)} (${number(nginxCores, 1)} cores busy) | ${number(machines)} | ${number(outTb)} | ${number(price)} | ${(price / people).toFixed(4)} |`,
  )
}
const load = writerLoad(ceiling)
const share = Object.entries(load).map(([name, each]) => `${name} ${number((each / total(load)) * 100)} %`)
console.log(`
## The first ceiling

It is the one writer: a site has one database, written by one process, whose core is ${use * 100} % busy at ${number(ceiling)} people
(${share.join(', ')}). Edges, nginx and S3 are multiplied; this is not.

What then: a deck a label or a genre, each with its own primary, standby and edges. A listener's account, purchases and
books stay on the deck that sold them. One directory of public catalogs is filled from each deck's v1 reads, which are kept by whoever
reads them. What stands of that today: one program a deck, public reads that need no account, links and feeds between sites,
releases that verify anywhere. What does not: signing in at one deck with the account of another, one library over several
decks, following across decks by ActivityPub, and the directory itself.`)
