import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import classes from './brand-field.module.css'

const LONGEST = 100

/** A word that may be spoken of: tried where projects are, with the word in its address. Without scripts the form itself leads there. */
export function BrandField() {
  const navigate = useNavigate()
  const [brand, setBrand] = useState('')
  const look = (event: FormEvent): void => {
    event.preventDefault()
    const keyword = brand.trim()
    if (keyword !== '') void navigate(`/custom-category?${new URLSearchParams({ keyword }).toString()}`)
  }
  return (
    <form onSubmit={look} action="/custom-category" className={classes.brand}>
      <TextInput
        label="Название бренда"
        name="keyword"
        placeholder="например: Эхолот"
        value={brand}
        onChange={(event) => setBrand(event.currentTarget.value)}
        maxLength={LONGEST}
        autoComplete="off"
        enterKeyHint="search"
        size="md"
      />
      <Button type="submit" size="md">
        Посмотреть упоминания
      </Button>
    </form>
  )
}
