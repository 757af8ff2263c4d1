import { Admin, ListGuesser, Resource } from "react-admin";
import { dataProvider } from "./data.ts";
import { authProvider } from "./session.ts";

export const App = () => (
  <Admin dataProvider={dataProvider} authProvider={authProvider} title="Paseo" disableTelemetry>
    <Resource name="operators" list={ListGuesser} />
  </Admin>
);
