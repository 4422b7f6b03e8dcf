import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { UpdateProfile } from '../../src/account/profile/model.ts'
import { CassetPatch } from '../../src/casset/model.ts'
import { TrackPatch } from '../../src/casset/track/model.ts'
import { ARTISTS, DEMO_NOTICE, disclosureOf, durationOf, findTrack, hookStartOf } from '../../src/demo/artists.ts'
import { contrastRatio } from '../../src/lib/music/contrast.ts'
import { Handle } from '../../src/platform/http/request/schema.ts'

const TRACKS = ARTISTS.flatMap(({ tracks }) => tracks)

describe('the cast of the demo', () => {
  test('is six artists with 3 to 5 tracks each, none like another in name, address, hue, texture or genre', () => {
    expect(ARTISTS.map(({ tracks }) => tracks.length)).toEqual([5, 4, 4, 3, 4, 4])
    const keys = ['handle', 'displayName', 'cassetName', 'hue', 'accent', 'pattern', 'cover', 'seed', 'genre'] as const
    for (const key of keys) expect(new Set(ARTISTS.map((artist) => artist[key])).size).toBe(6)
    for (const key of ['slug', 'title'] as const) expect(new Set(TRACKS.map((track) => track[key])).size).toBe(24)
    expect(new Set(TRACKS.map(({ song }) => song.seed)).size).toBe(24)
  })

  test.each(ARTISTS.map((artist) => [artist.handle, artist] as const))('%s fits the contract', (handle, artist) => {
    const { displayName, bio, location, pronouns, socials, profileFlag, cassetName, priceMinor, pattern, accent } =
      artist
    expect(Value.Check(Handle, handle)).toBe(true)
    const profile = { displayName, bio, location, socials: [...socials], profileFlag, ...(pronouns && { pronouns }) }
    expect([...Value.Errors(UpdateProfile, profile)]).toEqual([])
    const casset = { name: cassetName, price: priceMinor, profilePatternId: pattern, themeTokens: { accent } }
    expect([...Value.Errors(CassetPatch, casset)]).toEqual([])
    for (const track of artist.tracks) {
      const hookStartSec = hookStartOf(track)
      const { title, lyrics = null } = track
      const patch = { title, lyrics, hookStartSec, kind: 'GENERATION', aiDisclosure: disclosureOf(track) }
      expect([...Value.Errors(TrackPatch, patch)]).toEqual([])
    }
  })

  test('accents can be read on paper', () => {
    for (const { accent } of ARTISTS) expect(contrastRatio(accent, '#ffffff')).toBeGreaterThan(4.5)
  })

  test('one casset is free and the others cost 3 to 9 dollars', () => {
    const prices = ARTISTS.map(({ priceMinor }) => priceMinor)
    expect(prices.filter((price) => price === 0)).toHaveLength(1)
    for (const price of prices.filter((each) => each > 0)) {
      expect(price).toBeGreaterThanOrEqual(300)
      expect(price).toBeLessThanOrEqual(900)
    }
  })

  test('says of itself that it is fiction, claims no human hand, and links nowhere real', () => {
    expect(DEMO_NOTICE).toContain('fictional')
    for (const { bio, profileFlag, socials } of ARTISTS) {
      expect(bio).toMatch(/program/)
      expect(profileFlag).not.toBe('no-ai')
      for (const { url } of socials) expect(new URL(url).host).toBe('example.com')
    }
    for (const track of TRACKS) {
      const lyrics = track.lyrics === undefined ? 'NONE' : 'GENERATED'
      expect(disclosureOf(track)).toEqual({
        vocals: 'NONE',
        instrumentation: 'GENERATED',
        composition: 'GENERATED',
        lyrics,
        postProduction: 'GENERATED',
      })
    }
  })

  test('tracks last 60 to 110 s, and a hook of 30 s fits in and leaves something to buy', () => {
    for (const track of TRACKS) {
      const seconds = durationOf(track)
      expect(seconds).toBeGreaterThanOrEqual(60)
      expect(seconds).toBeLessThanOrEqual(110)
      expect(hookStartOf(track)).toBeGreaterThan(0)
      expect(hookStartOf(track) + 30).toBeLessThan(seconds)
    }
  })

  test('a track is found by its slug, and no other', () => {
    expect(findTrack('azimuth')?.artist.handle).toBe('low-tide')
    expect(findTrack('azimut')).toBeUndefined()
  })
})
