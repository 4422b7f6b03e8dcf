import type { ArtistSpec } from './artist.ts'

/** Ambient: loops of tape, and the sea. */
export const LOW_TIDE: ArtistSpec = {
  handle: 'low-tide',
  displayName: 'Low Tide',
  bio:
    'Loops of tape of different lengths, hung on nails along a corridor and left to disagree. ' +
    'Low Tide makes music for the hour when the water has gone out and nobody has decided anything yet. ' +
    'The corridor is imaginary, the sea is filtered noise, and the one who stands in it is a program.',
  location: 'The end of the pier',
  pronouns: null,
  socials: [{ kind: 'Website', url: 'https://example.com/low-tide' }],
  profileFlag: null,
  cassetName: 'Azimuth',
  priceMinor: 500,
  hue: 230,
  chroma: 0.13,
  accent: '#007399',
  pattern: 'paint-fog',
  cover: 'tide',
  seed: 53,
  genre: 'Ambient',
  tracks: [
    {
      slug: 'azimuth',
      title: 'Azimuth',
      hookSection: 1,
      song: {
        genre: 'ambient',
        seed: 5301,
        bpm: 60,
        beats: 8,
        tonic: 'Eb',
        scale: 'lydian',
        tailSec: 9,
        parts: { bearing: 'Ebmaj9 | Gm7 | Fadd9 | Cm9', horizon: 'Abmaj7 | Bb6 | Cm9 | Ebmaj9' },
        form: [
          { part: 'bearing', bars: 3, play: ['fog', 'surf', 'loops'] },
          { part: 'bearing', bars: 4, play: ['fog', 'deep', 'loops', 'choir', 'surf'] },
          { part: 'horizon', bars: 4, play: ['fog', 'deep', 'loops', 'choir'] },
        ],
        surfSec: 11,
        loops: [
          { tone: 0, octave: 1, everySec: 9.7, voice: 'glass' },
          { tone: 2, octave: 1, everySec: 7.3, voice: 'glass' },
          { tone: 3, octave: 2, everySec: 11.9, voice: 'vibraphone' },
          { tone: 1, octave: 0, everySec: 6.1, voice: 'electricPiano' },
        ],
      },
    },
    {
      slug: 'slack-water',
      title: 'Slack Water',
      hookSection: 1,
      lyrics:
        'Nothing is arriving.\nNothing has to go.\nThe boats lean on their elbows\nand the moon is taking it slow.\n\n' +
        '(Written on the back of a tide table. The track has no voice in it.)',
      song: {
        genre: 'ambient',
        seed: 5302,
        bpm: 54,
        beats: 8,
        tonic: 'A',
        scale: 'minor',
        tailSec: 9,
        parts: { ebb: 'Am9 | Fmaj9 | Cmaj9 | Em7', turn: 'Dm9 | Fmaj9' },
        form: [
          { part: 'ebb', bars: 3, play: ['loops', 'surf', 'deep'] },
          { part: 'ebb', bars: 4, play: ['loops', 'fog', 'deep', 'surf'] },
          { part: 'turn', bars: 2, play: ['loops', 'fog', 'choir', 'surf'] },
        ],
        surfSec: 8,
        loops: [
          { tone: 0, octave: 0, everySec: 5.3, voice: 'harp' },
          { tone: 2, octave: 1, everySec: 6.7, voice: 'harp' },
          { tone: 4, octave: 1, everySec: 8.9, voice: 'electricPiano' },
          { tone: 1, octave: 1, everySec: 10.1, voice: 'harp' },
          { tone: 3, octave: 2, everySec: 13.7, voice: 'glass' },
        ],
      },
    },
    {
      slug: 'harbour-lights-dimmed',
      title: 'Harbour Lights, Dimmed',
      hookSection: 1,
      song: {
        genre: 'ambient',
        seed: 5303,
        bpm: 72,
        beats: 8,
        tonic: 'D',
        scale: 'major',
        tailSec: 9,
        slowing: 0.3,
        parts: { lamps: 'Dmaj9 | Bm9 | Gmaj9 | A9sus4', fog: 'Em9 | Gmaj9 | Bm7 | A6' },
        form: [
          { part: 'lamps', bars: 4, play: ['fog', 'deep'] },
          { part: 'lamps', bars: 4, play: ['fog', 'deep', 'choir', 'loops'] },
          { part: 'fog', bars: 4, play: ['fog', 'choir', 'loops', 'surf'] },
        ],
        surfSec: 14,
        loops: [
          { tone: 4, octave: 1, everySec: 4.7, voice: 'vibraphone' },
          { tone: 2, octave: 2, everySec: 7.9, voice: 'glass' },
          { tone: 0, octave: 1, everySec: 9.1, voice: 'electricPiano' },
        ],
      },
    },
    {
      slug: 'leader-tape',
      title: 'Leader Tape',
      hookSection: 1,
      song: {
        genre: 'ambient',
        seed: 5304,
        bpm: 66,
        beats: 8,
        tonic: 'B',
        scale: 'dorian',
        tailSec: 8,
        parts: { clear: 'Bm9 | Emaj7 | F#m7 | Emaj7' },
        form: [
          { part: 'clear', bars: 2, play: ['deep', 'loops'] },
          { part: 'clear', bars: 4, play: ['fog', 'deep', 'loops', 'choir'] },
          { part: 'clear', bars: 2, play: ['fog', 'loops'] },
        ],
        surfSec: 9,
        loops: [
          { tone: 0, octave: 1, everySec: 3.1, voice: 'electricPiano' },
          { tone: 2, octave: 1, everySec: 4.3, voice: 'electricPiano' },
          { tone: 3, octave: 1, everySec: 5.9, voice: 'vibraphone' },
          { tone: 1, octave: 2, everySec: 8.3, voice: 'glass' },
        ],
      },
    },
  ],
}
