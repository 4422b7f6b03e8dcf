import { expect, test } from 'bun:test'
import { type ExtraFormat, extraTypeOf } from '../../../src/lib/file/extra-formats.ts'
import { type NoExtra, sniffExtra } from '../../../src/lib/file/sniff-extra.ts'
import { pdf } from '../../support/casset/extra.ts'
import { fixture } from '../../support/casset/upload.ts'
import { blackPng, greyJpeg } from '../../support/platform/picture.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const brand = (name: string) => latin(`\0\0\0\x18ftyp${name}\0\0\0\0`)

const taken: [name: string, head: Uint8Array, format: ExtraFormat, type: string][] = [
  ['Booklet.pdf', pdf(), 'pdf', 'application/pdf'],
  ['a PDF that runs scripts.exe', pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), 'pdf', 'application/pdf'],
  ['behind a mark.pdf', latin('\xef\xbb\xbf\n%PDF-1.7'), 'pdf', 'application/pdf'],
  ['Sleeve.html', greyJpeg(4, 4), 'jpg', 'image/jpeg'],
  ['Sleeve', blackPng(4, 4), 'png', 'image/png'],
  ['a.gif', latin('GIF89a'), 'gif', 'image/gif'],
  ['a.webp', latin('RIFF\x24\0\0\0WEBPVP8 '), 'webp', 'image/webp'],
  ['Notes', Buffer.from('Recorded in Łódź.\n'), 'txt', 'text/plain; charset=utf-8'],
  ['歌詞.LRC', Buffer.from('[00:12.00]夜明け\n'), 'lrc', 'text/plain; charset=utf-8'],
  ['run.sh', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'txt', 'text/plain; charset=utf-8'],
  ['less.html', Buffer.from('3 < 4 and <b> is no page'), 'txt', 'text/plain; charset=utf-8'],
  ['cut off in a letter.txt', Buffer.from('é').subarray(0, 1), 'txt', 'text/plain; charset=utf-8'],
  ['clip.mp4', brand('isom'), 'mp4', 'video/mp4'],
  ['clip.mov', brand('qt  '), 'mov', 'video/quicktime'],
  ['clip.webm', latin('\x1a\x45\xdf\xa3\x9fB\x82\x84webm'), 'webm', 'video/webm'],
  ['clip.mkv', latin('\x1a\x45\xdf\xa3\x9fB\x82\x88matroska'), 'mkv', 'video/x-matroska'],
  ['Stems.zip', latin('PK\x03\x04\x14\0'), 'zip', 'application/zip'],
  ['program.jar', latin('PK\x03\x04\x14\0\x08\0META-INF/'), 'zip', 'application/zip'],
  ['Poems', latin(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zipPK`), 'epub', 'application/epub+zip'],
]

test.each(taken)('%s is taken for what its bytes are, whatever it is called', (name, head, format, type) => {
  expect(sniffExtra(head, name)).toEqual({ format })
  expect(extraTypeOf(format)).toBe(type)
})

const refused: [name: string, head: Uint8Array, why: NoExtra][] = [
  ['Booklet.pdf', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'markup'],
  ['Booklet.pdf', Buffer.from('\n  <html>'), 'markup'],
  ['Sleeve.png', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'markup'],
  ['a comment first.txt', Buffer.from('<!-- --><script>1</script>'), 'markup'],
  ['both.pdf', Buffer.from('<html><!--\n%PDF-1.4'), 'markup'],
  ['program.pdf', latin('MZ\x90\0\x03\0'), 'other'],
  ['program.pdf', latin('\x7fELF\x02\x01'), 'other'],
  ['photo.jpg', brand('heic'), 'other'],
  ['photo.jpg', brand('avif'), 'other'],
  ['song.mp4', brand('M4A '), 'sound'],
  ['latin.txt', latin('caf\xe9 au lait'), 'other'],
  ['sixteen.txt', Buffer.from('two bytes', 'utf16le'), 'other'],
  ['nothing.pdf', new Uint8Array(), 'empty'],
]

test.each(refused)('%s is refused by its bytes', (name, head, why) => {
  expect(sniffExtra(head, name)).toEqual({ why })
})

test.each([
  'wav-16.wav',
  'aiff-16.aiff',
  'flac-16.flac',
  'mp3-no-tag.mp3',
  'mp3-vbr.mp3',
  'opus.opus',
  'vorbis.ogg',
  'm4a-plain.m4a',
  'adts.aac',
])('the music %s is called that, so that it is added as a track', async (name) => {
  expect(sniffExtra(await fixture(name), 'Booklet.pdf')).toEqual({ why: 'sound' })
})
