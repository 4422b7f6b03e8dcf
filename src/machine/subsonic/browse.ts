import { foldText } from '../../lib/text/fold-text.ts'
import { mostSearchWords, plainText } from '../../lib/text/search-words.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { absent, type Call, type Method, numberOf, required, songOf } from './call.ts'
import { type Album, byName, type Library, readAlbum, songsOf } from './library.ts'
import type { Part } from './shape.ts'
import { albumPart, artistPart, songPart } from './to-part.ts'

const mostAlbums = 500
const mostFound = 1_000

export const getArtists: Method = async ({ library }) => {
  const { artists } = await library()
  const byLetter = Map.groupBy(artists, ({ name }) => {
    const [letter = ''] = foldText(name).toUpperCase()
    return /\p{L}/u.test(letter) ? letter : '#'
  })
  const index = [...byLetter].map(([name, found]) => ({ name, artist: found.map(artistPart) }))
  return { artists: { ignoredArticles: '', index } }
}

export const getArtist: Method = async (call) => {
  const artist = (await call.library()).artistById.get(required(call, 'id'))
  if (!artist) throw absent()
  return { artist: { ...artistPart(artist), album: artist.albums.map(albumPart) } }
}

export const getAlbum: Method = (call) => {
  const album = readAlbum(call.ctx, call.viewer, required(call, 'id'))
  if (!album) throw absent()
  return { album: { ...albumPart(album), song: songsOf(album).map(songPart) } }
}

export const getSong: Method = (call) => ({ song: songPart(songOf(call)) })

export const getGenres: Method = async ({ library }) => {
  const { albums } = await library()
  const counts = new Map<string, { albumCount: number; songCount: number }>()
  for (const { world, tracks } of albums) {
    for (const style of world.casset.styles) {
      const { albumCount, songCount } = counts.get(style) ?? { albumCount: 0, songCount: 0 }
      counts.set(style, { albumCount: albumCount + 1, songCount: songCount + tracks.length })
    }
  }
  return { genres: { genre: [...counts].map(([value, count]) => ({ value, ...count })) } }
}

const yearOf = ({ year }: Album): number => year ?? 0

/** Orders that nothing is known for here, such as by stars, are as the newest first. */
function ordered(call: Call, { albums }: Library): readonly Album[] {
  const type = required(call, 'type')
  if (type === 'starred') return []
  if (type === 'random') return shuffled(call, albums)
  if (type === 'alphabeticalByName') {
    return albums.toSorted((a, b) => byName(a.world.casset.name, b.world.casset.name))
  }
  if (type === 'alphabeticalByArtist') return albums.toSorted((a, b) => byName(a.artist, b.artist))
  if (type === 'byGenre') {
    const genre = required(call, 'genre').toLowerCase()
    return albums.filter(({ world }) => world.casset.styles.some((style) => style.toLowerCase() === genre))
  }
  if (type !== 'byYear') return albums
  const [from, to] = [Number(required(call, 'fromYear')), Number(required(call, 'toYear'))]
  const isWithin = (year: number) => year >= Math.min(from, to) && year <= Math.max(from, to)
  const found = albums.filter((album) => isWithin(yearOf(album)))
  return found.toSorted((a, b) => (from <= to ? yearOf(a) - yearOf(b) : yearOf(b) - yearOf(a)))
}

function shuffled<Each>({ ctx }: Pick<Call, 'ctx'>, all: readonly Each[]): Each[] {
  return all
    .map((each) => ({ each, place: Buffer.from(ctx.random(4)).readUInt32LE() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)
}

export const getAlbumList2: Method = async (call) => {
  const all = ordered(call, await call.library())
  const [from, size] = [numberOf(call, 'offset', 0, all.length), numberOf(call, 'size', 10, mostAlbums)]
  return { albumList2: { album: all.slice(from, from + size).map(albumPart) } }
}

export const getRandomSongs: Method = async (call) => {
  const { songById } = await call.library()
  const genre = call.asked.get('genre')?.toLowerCase()
  const isWanted = (album: Album) =>
    genre === undefined || album.world.casset.styles.some((style) => style.toLowerCase() === genre)
  const wanted = [...songById.values()].filter(({ album }) => isWanted(album))
  return {
    randomSongs: {
      song: shuffled(call, wanted)
        .slice(0, numberOf(call, 'size', 10, mostFound))
        .map(songPart),
    },
  }
}

/** Players copy a whole library with an empty query; some write it as two quotation marks. */
export const search3: Method = async (call) => {
  const { albums, artists, songById } = await call.library()
  const pace = createPace(call.ctx.monotonicMs)
  const words = plainText(call.asked.get('query') ?? '')
    .split(/[\s"]+/)
    .filter(Boolean)
    .slice(0, mostSearchWords)
  const page = async <Each>(
    what: string,
    all: Iterable<Each>,
    textOf: (each: Each) => string,
    partOf: (each: Each) => Part,
  ) => {
    let left = numberOf(call, `${what}Offset`, 0, Number.MAX_SAFE_INTEGER)
    const count = numberOf(call, `${what}Count`, 20, mostFound)
    const found: Part[] = []
    for (const each of all) {
      if (found.length >= count) break
      const text = words.length === 0 ? '' : plainText(textOf(each))
      if (!words.every((word) => text.includes(word))) continue
      if (left > 0) left -= 1
      else found.push(partOf(each))
      await pace()
    }
    return found
  }
  return {
    searchResult3: {
      artist: await page('artist', artists, ({ name }) => name, artistPart),
      album: await page('album', albums, ({ world, artist }) => `${world.casset.name} ${artist}`, albumPart),
      song: await page(
        'song',
        songById.values(),
        ({ track, album }) =>
          `${track.title} ${(track.byNames ?? []).map(({ name }) => name).join(' ')} ${album.artist}`,
        songPart,
      ),
    },
  }
}
