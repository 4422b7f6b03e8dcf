import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Place } from '../../lib/file/file-place.ts'
import { say } from '../../lib/language/say.ts'
import type { StoredFile } from '../../platform/blob/blob-fault.ts'
import type { ChildFile } from '../../platform/blob/blobs.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import type { World } from './visible-casset.ts'

export type Ground = {
  readonly by: 'owner' | 'member' | 'purchase' | 'grant' | 'upload' | 'opened' | 'pass'
  /**
   * The account's id; for a guest the order's id, for an agent that of the release version, and the
   * track's id for what everybody hears whole.
   */
  readonly holder: string
  /**
   * A time in ms: tracks that were switched off after it are included. With null, no track that is
   * switched off is included.
   */
  readonly since: number | null
  /** The ids of the tracks, where it is for single ones and not for all of them. */
  readonly only?: readonly string[]
  /**
   * Since when all of the casset is held (ms, null as above), with which come its extras; absent
   * where only tracks are.
   */
  readonly wholeSince?: number | null
}

/**
 * States that somebody may have certain masters, and files that come with a casset, now. Code that
 * sends one takes only an Entitlement, and asks for a new one at each request. Only this folder
 * creates one, from rows that it has just read; the private field keeps any other object from
 * passing for one.
 */
export class Entitlement {
  readonly ground: Ground
  readonly #masters: ReadonlySet<string>

  /** `masters` are the SHA-256 of the files. */
  constructor(ground: Ground, masters: Iterable<string>) {
    this.ground = ground
    this.#masters = new Set(masters)
  }

  /** Throws as `refuseOthers` does, and when the file is missing or damaged. */
  async findMaster(ctx: Pick<Ctx, 'blobs' | 'log'>, stored: StoredFile): Promise<Place> {
    this.refuseOthers(ctx, [stored.sha256])
    return findIntact(ctx, stored)
  }

  /** Throws as `refuseOthers` does. */
  masterForChild(ctx: Pick<Ctx, 'blobs' | 'log'>, sha256: string): ChildFile {
    this.refuseOthers(ctx, [sha256])
    return ctx.blobs.forChild(sha256)
  }

  /** Throws UNAVAILABLE, and logs it, when one of the files is not among these masters. */
  refuseOthers({ log }: Pick<Ctx, 'log'>, files: Iterable<string>): void {
    for (const sha256 of files) {
      if (this.#masters.has(sha256)) continue
      log.error('a file was asked for that is not theirs', { sha256, by: this.ground.by, holder: this.ground.holder })
      throw new AppError('UNAVAILABLE', say('This file cannot be sent.'), { hint: say('It may have been taken down.') })
    }
  }
}

export type Holding = { readonly world: World; readonly entitlement: Entitlement }
