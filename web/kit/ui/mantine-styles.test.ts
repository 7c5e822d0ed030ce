import { expect, test } from 'vitest'
import list from './mantine-styles.ts?raw'

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const styles = Object.keys(import.meta.glob('../../../node_modules/@mantine/core/styles/*.css'))

test('every part of Mantine that is used brings its style sheet', () => {
  const used = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap((found) =>
      (found[1] ?? '').split(',').map((name) => name.trim()),
    ),
  )
  const styled = used.filter((name) => styles.some((path) => path.endsWith(`/${name}.css`)))
  expect(styled).toContain('Button')
  expect(styled.filter((name) => !list.includes(`/${name}.css`))).toEqual([])
})
