/** The page on which articles are written. */
import type {ReactNode} from 'react'
import {Problems} from './Problems'
import {TagInput} from './TagInput'

interface EditorProps {
  readonly heading: string
  readonly children: ReactNode
}

export function Editor({heading, children}: EditorProps) {
  return (
    <div className="editor-page">
      <div className="container page narrow">
        <h1>{heading}</h1>
        {children}
      </div>
    </div>
  )
}

interface ArticleFieldsProps {
  readonly defaultOf: (name: 'title' | 'description' | 'body' | 'tags') => string
  readonly problems: Parameters<typeof Problems>[0]['of']
}

export function ArticleFields({defaultOf, problems}: ArticleFieldsProps) {
  return (
    <>
      <Problems of={problems} />
      <input
        className="form-control form-control-lg"
        name="title"
        required
        aria-label="Title"
        placeholder="Article Title"
        defaultValue={defaultOf('title')}
      />
      <input
        className="form-control"
        name="description"
        required
        aria-label="Description"
        placeholder="What's this article about?"
        defaultValue={defaultOf('description')}
      />
      <textarea
        className="form-control"
        name="body"
        rows={12}
        required
        aria-label="Text"
        placeholder="Write your article (in Markdown)"
        defaultValue={defaultOf('body')}
      />
      <TagInput name="tags" value={defaultOf('tags')} />
      <button type="submit" className="btn btn-lg btn-primary">
        Publish Article
      </button>
    </>
  )
}
