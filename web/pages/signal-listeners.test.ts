import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { signals } from '../../contract/contract.ts'
import { signalListeners } from './signal-listeners.ts'

it('every signal is listened to, and nothing else', () => {
  expect(Object.keys(signalListeners(new QueryClient())).toSorted()).toEqual(Object.keys(signals).toSorted())
})
