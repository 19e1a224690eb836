"""One answer, several ways to it: a question finds a lane in its family's room, or in the plain one."""
