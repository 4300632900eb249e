import { Prose } from '../ui/prose.tsx';

export function Article() {
  return (
    <Prose>
      <h2>A heading in an article</h2>
      <p>
        Words with <a href="#article">a link</a>, some <code>code</code> and a list:
      </p>
      <ol>
        <li>measured twice</li>
        <li>cut once</li>
      </ol>
      <ul>
        <li>warp</li>
        <li>weft</li>
      </ul>
      <blockquote>What stays woven is what somebody needs.</blockquote>
      <pre>
        <code>npm start</code>
      </pre>
      <table>
        <thead>
          <tr>
            <th>Thread</th>
            <th>Count</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>madder</td>
            <td>14</td>
          </tr>
        </tbody>
      </table>
      <hr />
      <p>After the line.</p>
    </Prose>
  );
}
