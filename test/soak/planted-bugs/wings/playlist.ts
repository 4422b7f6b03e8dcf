import type { PlantedBug } from '../bug.ts'

/** Bugs with who reads a playlist, what it holds and in which order. */
export const playlistBugs: readonly PlantedBug[] = [
  {
    name: 'a playlist that was deleted is still read',
    file: 'src/casset/playlist/playlist.ts',
    text: "  if (playlist.deletedAt !== null) throw notFound('playlist')\n",
    becomes: '',
    tests: ['casset/playlist-undo'],
  },
  {
    name: 'anybody reads a playlist of somebody else',
    file: 'src/casset/playlist/playlist.ts',
    text: "  if (playlist.userId !== userId) throw new AppError('FORBIDDEN', say('This playlist belongs to somebody else.'))\n",
    becomes: '',
    tests: ['casset/playlist'],
  },
  {
    name: 'deleted playlists count against the limit',
    file: 'src/casset/playlist/playlist.ts',
    text: '  const isOwn = and(eq(playlists.userId, userId), isNull(playlists.deletedAt))',
    becomes: '  const isOwn = and(eq(playlists.userId, userId))',
    tests: ['casset/playlist', 'casset/playlist-undo'],
  },
  {
    name: 'a playlist is restored beyond the limit',
    file: 'src/casset/playlist/playlist.ts',
    text: '    refuseMore(ctx, viewer.userId)\n    ctx.db.update',
    becomes: '    ctx.db.update',
    tests: ['casset/playlist'],
  },
  {
    name: 'a hidden casset’s track can be put on a playlist',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: '    if (!world || !isVisible(ctx, world, viewer)) continue',
    becomes: '    if (!world) continue',
    tests: ['casset/playlist'],
  },
  {
    name: 'a hidden track can be put on a playlist',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: '      if (!isReady || !isTrackVisible(ctx, world, { id, ...row }, viewer)) continue',
    becomes: '      if (!isReady) continue',
    tests: ['casset/playlist'],
  },
  {
    name: 'a playlist plays whole tracks to those who have the hook alone',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: "heard.isAll || heard.trackIds.has(id) ? 'full' : 'hook'",
    becomes: "'full'",
    tests: ['casset/playlist'],
  },
  {
    name: 'a playlist holds one track more than it may',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: '    if (total > mostPlaylistTracks) {',
    becomes: '    if (total > mostPlaylistTracks + 1) {',
    tests: ['casset/playlist'],
  },
  {
    name: 'a track that is taken off leaves a hole in the order',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: 'position} - 1` })\n      .where(and(isOfList, gt(position, from)))',
    becomes: 'position} - 1` })\n      .where(and(isOfList, gt(position, from + 1)))',
    tests: ['casset/playlist'],
  },
  {
    name: 'a move downwards shifts one track too few',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: 'and(gt(position, from), lte(position, to))',
    becomes: 'and(gt(position, from), lt(position, to))',
    tests: ['casset/playlist'],
  },
  {
    name: 'a track that is put on one playlist shifts those of all others',
    file: 'src/casset/playlist/playlist-tracks.ts',
    text: '.where(and(eq(playlistId, id), gte(position, from)))',
    becomes: '.where(gte(position, from))',
    tests: ['casset/playlist'],
  },
  {
    name: 'an export tells titles of private cassets',
    file: 'src/casset/playlist/personal.ts',
    text: " AND c.privacy <> 'private'",
    becomes: '',
    tests: ['casset/playlist'],
  },
]
