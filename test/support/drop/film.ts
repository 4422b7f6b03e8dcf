import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'

const picture = {
  codec: 'avc1.42001e',
  codedWidth: 64,
  codedHeight: 64,
  // Parameter sets of no film: nobody looks further than the table that names them.
  description: Uint8Array.of(1, 0x42, 0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 0x1e, 1, 0, 2, 0x68, 0xce),
}

/** The sound of an M4A file as the sound of a film, with its tables at the end. */
export async function filmOf(m4a: string): Promise<Uint8Array> {
  const track = await new Input({ source: new BlobSource(Bun.file(m4a)), formats: [MP4] }).getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error(`no sound in ${m4a}`)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const [audio, video] = [new EncodedAudioPacketSource('aac'), new EncodedVideoPacketSource('avc')]
  output.addAudioTrack(audio)
  output.addVideoTrack(video)
  await output.start()
  await video.add(new EncodedPacket(new Uint8Array(100), 'key', 0, 1), { decoderConfig: picture })
  const packets = new EncodedPacketSink(track)
  for (let packet = await packets.getFirstPacket(); packet; packet = await packets.getNextPacket(packet)) {
    await audio.add(packet, { decoderConfig })
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}
