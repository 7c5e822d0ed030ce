import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId } from 'react'
import choice from './choice.module.css'
import classes from './theme-switch.module.css'

const choices: [MantineColorScheme, string, typeof IconSun][] = [
  ['light', 'Светлая тема', IconSun],
  ['dark', 'Тёмная тема', IconMoon],
  ['auto', 'Тема как в системе', IconDeviceDesktop],
]

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = useId()
  return (
    <div className={classes.switch} role="radiogroup" aria-label="Тема оформления">
      {choices.map(([scheme, title, Icon]) => (
        <label key={scheme} className={classes.choice} title={title}>
          <input
            className={choice.cover}
            type="radio"
            name={name}
            aria-label={title}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          <Icon size={16} stroke={1.8} aria-hidden="true" />
        </label>
      ))}
    </div>
  )
}
