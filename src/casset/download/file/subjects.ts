/** The subject of a master's tag: the tag stays while the casset says the same of it. */
export type Subject =
  | 'sound'
  | 'encoding'
  | 'code'
  | 'recording'
  | 'date'
  | 'title'
  | 'names'
  | 'artist'
  | 'album'
  | 'albumArtist'
  | 'remixer'
  | 'credits'
  | 'lyrics'

// Names of TagLib's properties, frames of ID3, and descriptions of its free frames, without spaces
// and signs.
const names: Readonly<Record<Subject, string>> = {
  sound: `GENRE TCON BPM TBPM INITIALKEY KEY TKEY LANGUAGE TLAN MOOD TMOO ORIGINALDATE TDOR ORIGINALYEAR COMPILATION TCMP
    WORK TIT1 GROUPING GRP1 MOVEMENT MOVEMENTNAME MVNM MOVEMENTNUMBER MVIN MOVEMENTTOTAL MOVEMENTCOUNT SHOWWORKMOVEMENT
    MUSICBRAINZWORKID ACOUSTIDID ACOUSTIDFINGERPRINT REPLAYGAINTRACKGAIN REPLAYGAINTRACKPEAK RVA2
    APPLESOUNDCHECK`,
  encoding: 'ITUNSMPB GAPLESSPLAYBACK R128TRACKGAIN R128ALBUMGAIN',
  code: 'ISRC TSRC',
  recording: 'MUSICBRAINZTRACKID UFID',
  date: 'DATE TDRC',
  title: 'TITLESORT TSOT SUBTITLE TIT3',
  names: 'ARTIST ARTISTS TPE1',
  artist: 'ARTISTSORT TSOP MUSICBRAINZARTISTID',
  album: `ALBUMSORT TSOA MUSICBRAINZALBUMID MUSICBRAINZRELEASEID MUSICBRAINZRELEASEGROUPID MUSICBRAINZRELEASETRACKID
    REPLAYGAINALBUMGAIN REPLAYGAINALBUMPEAK BARCODE CATALOGNUMBER MEDIA TMED RELEASECOUNTRY RELEASESTATUS
    RELEASETYPE MUSICBRAINZALBUMTYPE MUSICBRAINZALBUMSTATUS MUSICBRAINZALBUMRELEASECOUNTRY SCRIPT ASIN`,
  albumArtist: 'ALBUMARTISTSORT TSO2 MUSICBRAINZALBUMARTISTID MUSICBRAINZRELEASEARTISTID',
  remixer: 'REMIXER REMIXEDBY TPE4',
  credits: `WRITER COMPOSER TCOM COMPOSERSORT TSOC LYRICIST TEXT CONDUCTOR TPE3 ARRANGER PRODUCER ENGINEER MIXER DJMIXER
    MASTERING TIPL LABEL ORGANIZATION PUBLISHER TPUB COPYRIGHT TCOP PERFORMER TMCL`,
  lyrics: 'SYNCEDLYRICS UNSYNCEDLYRICS USLT SYLT',
}

const subjects = new Map(
  Object.entries(names).flatMap(([subject, list]) => list.split(/\s+/).map((name) => [name, subject] as const)),
)

/** The frame whose text has a description of its own. */
export const freeFrame = `T${'X'.repeat(3)}`

const plainName = (name: string): string => name.toUpperCase().replaceAll(/[\s_-]|:.*/gs, '')

/** Returns the subject of a property, "PERFORMER:BASS" too; undefined for all others. */
export const subjectOf = (name: string): string | undefined => subjects.get(plainName(name))

const ownerEnd = (body: Uint8Array): number => Math.max(0, body.indexOf(0))

/** Returns the subject of a frame of ID3v2.4; undefined for one that does not stay in any case. */
export function subjectOfFrame(id: string, body: Uint8Array): string | undefined {
  if (id === freeFrame) return subjectOf(descriptionOf(body))
  const isOthers =
    id === 'UFID' && Buffer.from(body.subarray(0, ownerEnd(body))).toString() !== 'http://musicbrainz.org'
  return isOthers ? undefined : subjects.get(id)
}

/** Returns the description of a free frame: ASCII in all that are known, in whatever encoding. */
function descriptionOf(body: Uint8Array): string {
  const isWide = body[0] === 1 || body[0] === 2
  const text = Buffer.from(body.subarray(1)).toString('latin1')
  if (!isWide) return text.slice(0, Math.max(0, text.indexOf('\0')))
  const end = /^(?:..)*?\0\0/s.exec(text)?.[0] ?? ''
  return end.replaceAll(/[\0\xff\xfe]/g, '')
}
