import * as browse from './browse.ts'
import type { Method } from './call.ts'
import * as playlists from './playlists.ts'
import * as sound from './sound.ts'

const folderId = 1

const ping: Method = () => ({})

const getLicense: Method = () => ({ license: { valid: true } })

const tokenInfo: Method = ({ viewer }) => ({ tokenInfo: { username: viewer.handle } })

/** A key opens the library and nothing else: no email, no settings, nothing of the site. */
const getUser: Method = ({ viewer }) => ({
  user: {
    username: viewer.handle,
    scrobblingEnabled: true,
    adminRole: false,
    settingsRole: false,
    downloadRole: true,
    uploadRole: false,
    playlistRole: true,
    coverArtRole: false,
    commentRole: false,
    podcastRole: false,
    streamRole: true,
    jukeboxRole: false,
    shareRole: false,
    videoConversionRole: false,
    folder: [folderId],
  },
})

const getMusicFolders: Method = ({ ctx }) => ({
  musicFolders: { musicFolder: [{ id: folderId, name: ctx.config.site.name }] },
})

const getScanStatus: Method = async ({ library }) => ({
  scanStatus: { scanning: false, count: (await library()).songById.size },
})

// Nothing is kept of them here; players ask, and show nothing.
const getArtistInfo2: Method = () => ({ artistInfo2: {} })
const getAlbumInfo2: Method = () => ({ albumInfo: {} })
const getStarred2: Method = () => ({ starred2: { artist: [], album: [], song: [] } })

/** The methods that are answered, by their names in addresses. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ping,
    getLicense,
    tokenInfo,
    getUser,
    getMusicFolders,
    getScanStatus,
    getArtistInfo2,
    getAlbumInfo2,
    getStarred2,
    ...browse,
    ...sound,
    ...playlists,
  }),
)

/** Those that change something: closed as the routes of the site are that do the same. */
export const writingMethods: ReadonlyMap<string, string> = new Map([
  ['scrobble', '/api/casset/x/plays'],
  ['createPlaylist', '/api/playlists'],
  ['updatePlaylist', '/api/playlists'],
  ['deletePlaylist', '/api/playlists'],
])

/** Those whose answer is the same until something is written. */
export const keptMethods: ReadonlySet<string> = new Set(['getArtists', 'getAlbumList2', 'search3', 'getGenres'])

/** https://opensubsonic.netlify.app/docs/extensions/ */
export const extensions = ['apiKeyAuthentication', 'formPost', 'songLyrics'].map((name) => ({ name, versions: [1] }))
