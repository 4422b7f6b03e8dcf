import { say } from '../../../../lib/language/say.ts'
import { sayStored } from '../../../../lib/language/say-stored.ts'

/** The problems of files, as the child that reads them says them and a track keeps them. */
const problems = () => [
  say('The file could not be processed. Upload it again, or export it again first.'),
  say('This file takes too much work to process. It may be damaged.'),
  say('This file needs too much memory to process. It may be damaged.'),
  say('This server has too little memory to process this file.'),
  say('This server was too busy to process this file. Upload it again later.'),
  say('The server could not process this file.'),
  say('This file is damaged: it could not be read to its end.'),
  say('This file is damaged: nothing in it could be decoded.'),
  say('This file is damaged in the middle.'),
  say('This file is damaged where its hook should be.'),
  say('This file is cut off: it holds less audio than its header says.'),
  say('This file ends inside its own tags.'),
  say('This file holds no audio.'),
  say('This file holds no audio that can be read.'),
  say('This file holds neither picture nor sound.'),
  say('This FLAC file is damaged or incomplete: a checksum does not fit.'),
  say('This Apple Lossless file is damaged: it could not be read to its end.'),
  say('This AIFF file is damaged: no sound was found in it.'),
  say('This WAV file is damaged: no sound was found in it.'),
  say('This Core Audio file is damaged: no sound was found in it.'),
  say('This is a video: upload its audio.'),
  say('This track is longer than 24 hours.'),
  say('This file is too long for its sample size. Export it as 24 bits.'),
  say('The cue sheet has this track begin after the end of its file.'),
  say('FLAC of 32 bits cannot be cut. Export it as 24 bits, or as WAV.'),
  say('This track is too long for a file of its own. Cut it before you upload it.'),
  say('The sample rate of this file changes in the middle.'),
  say('The sample rate or the channels of this file change in the middle. Export it again, the same throughout.'),
  say('Only sample rates from 8 to 384 kHz are supported.'),
  say('Only files with one to eight channels are supported.'),
  say('This file is several recordings joined end to end. Export it as one, or upload each as a file of its own.'),
  say('The audio in this file is of a kind that browsers do not play. Export it as FLAC, WAV or AIFF.'),
  say('This clip is damaged.'),
  say('This clip is damaged: one of its tracks is empty.'),
  say('A clip can be at most 90 seconds long.'),
  say('Not every browser plays this clip. Export it as MP4 with H.264 and AAC, as WebM, or as MP3.'),
]

export const problemText = (stored: string): string => sayStored(stored, problems)
