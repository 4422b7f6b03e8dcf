import type { EncodedPacket } from 'mediabunny'
import type { Master } from '../master/open-master.ts'

const BATCH_BYTES = 65_536
const BATCH_SEC = 30

/**
 * Yields packets in order, in groups large enough for a decoder call. A packet of silence is a few
 * bytes that decode to much sound. `start`: the packet to begin with, else the first one.
 */
export async function* batches(master: Master, start?: EncodedPacket | null): AsyncGenerator<EncodedPacket[]> {
  let batch: EncodedPacket[] = []
  let bytes = 0
  let seconds = 0
  for (
    let packet = start ?? (await master.packets.getFirstPacket());
    packet;
    packet = await master.packets.getNextPacket(packet)
  ) {
    batch.push(packet)
    bytes += packet.data.length
    seconds += packet.duration
    if (bytes < BATCH_BYTES && seconds < BATCH_SEC) continue
    yield batch
    batch = []
    bytes = 0
    seconds = 0
  }
  if (batch.length > 0) yield batch
}
