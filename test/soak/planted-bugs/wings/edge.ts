import type { PlantedBug } from '../bug.ts'

/** Bugs with the listeners that edges report. */
export const edgeBugs: readonly PlantedBug[] = [
  {
    name: 'an edge that begins anew is counted twice',
    file: 'src/platform/relay/edges.ts',
    text: '      if (known && begins) forget(known)\n',
    becomes: '',
    tests: ['platform/edges'],
  },
  {
    name: 'a report that came before is taken again',
    file: 'src/platform/relay/edges.ts',
    text: '      if (known && n <= known.n) return\n',
    becomes: '',
    tests: ['platform/edges'],
  },
  {
    name: 'a gap of reports is not asked for',
    file: 'src/platform/relay/edges.ts',
    text: "        publish({ kind: 'ask' })\n",
    becomes: '',
    tests: ['platform/edges'],
  },
  {
    name: 'a silent edge keeps its listeners',
    file: 'src/platform/relay/edges.ts',
    text: '        forget(edge)\n',
    becomes: '',
    tests: ['platform/edges'],
  },
  {
    name: 'an edge is forgotten a moment late',
    file: 'src/platform/relay/edges.ts',
    text: 'monotonicMs() - edge.heardAt < lostMs) continue',
    becomes: 'monotonicMs() - edge.heardAt <= lostMs) continue',
    tests: ['platform/edges'],
  },
  {
    name: 'somebody who comes again is counted again',
    file: 'src/platform/relay/edges.ts',
    text: '      if (!room.members.has(key)) whole.come(id, member)',
    becomes: '      whole.come(id, member)',
    tests: ['platform/edges'],
  },
  {
    name: 'somebody who went is still a session',
    file: 'src/platform/relay/edges.ts',
    text: '      room.members.delete(keyOf(userId, sessionId))\n',
    becomes: '',
    tests: ['platform/edges'],
  },
  {
    name: 'a report of an edge with a gap makes it silent',
    file: 'src/platform/relay/edges.ts',
    text: '        if (known) known.heardAt = monotonicMs()\n',
    becomes: '',
    tests: ['platform/edges'],
  },
  {
    name: 'a room that nobody is in any more is not told',
    file: 'src/platform/relay/edges.ts',
    text: '    room.isChanged = true\n    return room',
    becomes: '    return room',
    tests: ['platform/edges'],
  },
  {
    name: 'a ticket of an altered room lets in',
    file: 'src/platform/relay/ticket.ts',
    text: '  if (rest.length > 0 || !sameText(mac, macOf(secret, said))) return undefined',
    becomes: '  if (rest.length > 0) return undefined',
    tests: ['platform/edges'],
  },
]
