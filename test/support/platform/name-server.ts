import { createSocket, type RemoteInfo } from 'node:dgram'

/** The texts by their name, and the mail servers by theirs. */
export type Zone = { txt?: Record<string, readonly string[]>; mx?: Record<string, readonly string[]> }

const types = { mx: 15, txt: 16 }
const headBytes = 12

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])

function dataOf(type: number, value: string): Buffer {
  if (type === types.mx) return Buffer.concat([Buffer.from([0, 10]), nameBytes(value)])
  const pieces = Buffer.from(value)
    .toString('latin1')
    .match(/[\s\S]{1,255}/g) ?? ['']
  return Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')])),
  )
}

function recordOf(type: number, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(headBytes)
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A real name server on a free port, which answers from its zone; `isMute`: not at all. */
export async function startNameServer(zone: Zone = {}) {
  const state = { zone, isMute: false, asked: 0 }
  const socket = createSocket('udp4')
  socket.on('message', (question: Buffer, from: RemoteInfo) => {
    state.asked += 1
    if (state.isMute) return
    const labels: string[] = []
    let at = headBytes
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const name = labels.join('.').toLowerCase()
    const type = question.readUInt16BE(at + 1)
    const known = type === types.mx ? state.zone.mx?.[name] : type === types.txt ? state.zone.txt?.[name] : undefined
    const records = (known ?? []).map((value) => recordOf(type, value))
    const head = Buffer.alloc(headBytes)
    question.copy(head, 0, 0, 2)
    head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([head, question.subarray(headBytes, at + 5), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', () => resolve()))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    state,
    [Symbol.dispose]: () => void socket.close(),
  }
}
