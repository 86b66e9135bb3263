// RUN: %check_fuse %s
// Where no braces stand in a function to tell, those of the functions around it do.
//--- before.cpp
struct Signal
{
	void scale(double factor)
	{
		for (int i = 0; i < 64; ++i)
		{
			data[i] *= factor;
			gain[i] += 1;
		}
	}
	double energy() const
	{
		double sum = 0, greatest = 0;
		for (int i = 0; i < 64; ++i)
			sum += data[i] * data[i];
		for (int i = 0; i < 64; ++i)
			if (data[i] > greatest)
				greatest = data[i];
		return sum + greatest;
	}
	double data[64], gain[64];
};
//--- after.cpp
struct Signal
{
	void scale(double factor)
	{
		for (int i = 0; i < 64; ++i)
		{
			data[i] *= factor;
			gain[i] += 1;
		}
	}
	double energy() const
	{
		double sum = 0, greatest = 0;
		for (int i = 0; i < 64; ++i)
		{
			sum += data[i] * data[i];
			if (data[i] > greatest)
				greatest = data[i];
		}
		return sum + greatest;
	}
	double data[64], gain[64];
};
