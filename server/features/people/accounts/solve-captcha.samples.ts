/** What the widget does in a browser: asks for a challenge, works on it, and hands in what it found. */
import { solveChallenge, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Asker, TestWorld } from '../../../testing/test-world.ts'
import { FEWEST_KEYS } from './captcha.ts'

export async function solveCaptcha(
  world: TestWorld,
  from: Asker,
): Promise<{ challenge: Challenge; solution: Solution }> {
  const answer = await world.ask('accounts', 'createCaptcha', {}, from)
  if (answer.status !== 'ok') throw new Error(`no challenge: ${answer.code}`)
  const challenge = answer.result.challenge as unknown as Challenge
  return { challenge, solution: await solve(challenge) }
}

export async function solve(challenge: Challenge): Promise<Solution> {
  // The widget begins at the first key; who has read the code begins where one may fit.
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: FEWEST_KEYS })
  if (!solution) throw new Error('not solved')
  return solution
}

export const packed = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64')
