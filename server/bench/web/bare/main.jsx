import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { token, address } = document.documentElement.dataset;
const names = ['name', 'status', 'partner', 'expireTime', 'creationTime'];

/** The simplest page that shows an API response: rows as a table, other responses as JSON. */
function Page() {
  const [answer, setAnswer] = useState();
  useEffect(() => {
    fetch(address, { headers: { authorization: `Bearer ${token}` } })
      .then((response) => response.json())
      .then(setAnswer);
  }, []);
  if (!answer) return <p>Loading …</p>;
  if (!Array.isArray(answer)) return <pre id="shown">{JSON.stringify(answer, null, 2)}</pre>;
  return (
    <table id="shown">
      <tbody>
        {answer.map((row) => (
          <tr key={row.id}>
            {names.map((name) => (
              <td key={name}>{row[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
