import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ffmpeg } from './upload.ts'

const albums = 80
const encoders = {
  flac: ['-c:a', 'flac'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '256k', '-id3v2_version', '3'],
  opus: ['-c:a', 'libopus', '-b:a', '128k'],
} as const
const formats = ['flac', 'mp3', 'opus'] as const

type Made = { path: string; bytes: number }

/**
 * Makes a folder of a thousand files of music in 80 albums: FLAC, MP3 and Opus of 15 s with tags,
 * covers beside them or inside, lyrics with times, several discs. Returns the files of music.
 */
export async function makeMusic(root: string): Promise<Made[]> {
  mkdirSync(root, { recursive: true })
  const cover = join(root, '..', 'cover.jpg')
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=800x800', '-frames:v', '1', cover])
  const jobs = Array.from({ length: albums }, (_, album) => album)
  const made: Made[] = []
  const work = async () => {
    for (let album = jobs.shift(); album !== undefined; album = jobs.shift()) {
      made.push(...(await makeAlbum(root, album, cover)))
    }
  }
  await Promise.all([work(), work()])
  return made.toSorted((a, b) => a.path.localeCompare(b.path))
}

async function makeAlbum(root: string, album: number, cover: string): Promise<Made[]> {
  const format = formats[album % formats.length] ?? 'flac'
  const name = `Album ${album + 1}`
  const discs = album % 8 === 0 ? 2 : 1
  const tracks = album % 2 === 0 ? 12 : 13
  const hz = 110 + album
  const sound = `aevalsrc=0.2*sin(${hz}*2*PI*t)+0.2*sin(${hz * 1.26}*2*PI*t)+0.02*(random(0)-0.5)|0.2*sin(${hz}*2*PI*t)+0.1*(random(1)-0.5):s=44100`
  const encoder = encoders[format]
  const whole = join(root, '..', `sound-${album}.${format}`)
  await ffmpeg(['-f', 'lavfi', '-i', sound, '-t', '40', ...encoder, whole])
  const made: Made[] = []
  for (let n = 0; n < tracks; n += 1) {
    const disc = discs === 2 && n >= tracks / 2 ? 2 : 1
    const number = disc === 2 ? n - Math.ceil(tracks / 2) + 1 : n + 1
    const folder = join(root, `Nova - ${name} (${1990 + (album % 30)})`, ...(discs === 2 ? [`CD ${disc}`] : []))
    mkdirSync(folder, { recursive: true })
    const stem = `${String(number).padStart(2, '0')} Song ${n + 1} of ${album + 1}`
    const path = join(folder, `${stem}.${format}`)
    const tags = {
      title: `Song ${n + 1} of ${album + 1}`,
      artist: 'Nova',
      album_artist: 'Nova',
      album: name,
      track: `${number}`,
      disc: `${disc}`,
      date: `${1990 + (album % 30)}-03-0${1 + (album % 9)}`,
      composer: 'Ada Reed',
      publisher: 'Window Sill Records',
      copyright: '2019 Nova',
    }
    const written = Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`])
    const hasPicture = format === 'mp3' && album % 2 === 1
    const picture = hasPicture
      ? ['-i', cover, '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic']
      : []
    // Part of a FLAC, copied without encoding, keeps the checksum of the whole: FLAC is encoded.
    const how = format === 'flac' ? encoder : ['-c:a', 'copy']
    await ffmpeg(['-ss', `${n * 2}`, '-t', '15', '-i', whole, ...picture, ...how, ...written, path])
    if (n % 3 === 0) await Bun.write(join(folder, `${stem}.lrc`), `[00:01.00]Line one of ${n}\n[00:04.00]Line two`)
    if (!hasPicture && n === 0) await Bun.write(join(folder, 'cover.jpg'), Bun.file(cover))
    made.push({ path, bytes: Bun.file(path).size })
  }
  return made
}
