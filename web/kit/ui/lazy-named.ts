import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A component that is fetched when it is first shown: `lazy` for the named exports that our files have. */
export function lazyNamed<Name extends string, Props>(
  fetchFile: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await fetchFile())[name] }))
}
